#!/usr/bin/env node
import { run } from "./run.ts";
import { processWorld } from "./world.ts";

process.exitCode = await run(process.argv.slice(2), processWorld());
