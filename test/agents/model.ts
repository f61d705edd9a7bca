/**
 * A model on 127.0.0.1 that makes the tool calls of a script, one a turn, whatever it is told.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WIRE_FORMATS, type ScriptedCall, type Turn } from "./wire-formats.ts";

export interface Script {
  readonly calls: readonly ScriptedCall[];
  /** What a subagent does: the conversation in which the user says `match`. */
  readonly sub: { readonly match: string; readonly calls: readonly ScriptedCall[] } | null;
}

export interface Model {
  readonly url: string;
  /** What the model was told about each call, in the order of the script; null where it was told nothing. */
  told(): readonly (string | null)[];
  toldSub(): readonly (string | null)[];
  /** The tools that were offered in the last request. */
  offered(): readonly string[];
  close(): void;
}

/** Keeps no state between requests: how many results a request holds tells which call is next. */
export async function startModel(script: Script): Promise<Model> {
  let main: readonly string[] = [];
  let inner: readonly string[] = [];
  let offered: readonly string[] = [];
  let ids = 0;
  const next = (calls: readonly ScriptedCall[], done: number): Turn => {
    const call = calls[done];
    return call === undefined ? { text: "done", calls: [] } : { text: "", calls: [{ ...call, id: `call_${++ids}` }] };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = ""] = (request.url ?? "").split("?");
      const format = WIRE_FORMATS.find((known) => known.path.test(path));
      if (request.method !== "POST" || format === undefined) {
        const list = path.endsWith("/models")
          ? { object: "list", data: [], models: [] }
          : { error: { message: "not here" } };
        response.writeHead(path.endsWith("/models") ? 200 : 404, { "content-type": "application/json" });
        response.end(JSON.stringify(list));
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
      const { results, said, offersTools, tools } = format.read(body);
      if (!offersTools) return format.write(response, { text: "ok", calls: [] }, body, path);
      const isSub = script.sub !== null && said.includes(script.sub.match);
      if (isSub) inner = results.length >= inner.length ? results : inner;
      else main = results.length >= main.length ? results : main;
      if (!isSub) offered = tools;
      format.write(response, next(isSub ? script.sub.calls : script.calls, results.length), body, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const toldOf = (calls: readonly ScriptedCall[], results: readonly string[]): (string | null)[] =>
    calls.map((_, index) => results[index] ?? null);
  return {
    url: `http://127.0.0.1:${port}`,
    told: () => toldOf(script.calls, main),
    toldSub: () => toldOf(script.sub?.calls ?? [], inner),
    offered: () => offered,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
