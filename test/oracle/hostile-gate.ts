/** The gate that hostile commands are put to: one that has something to allow, to ask and to deny. */
import { compilePolicy } from "../../compiler/index.ts";
import { createGate, type Gate } from "../../src/index.ts";

const POLICY =
  "bash:\n  ask *\n  allow {echo,cat,ls,git,grep} *\n  deny rm *\npath: deny *.env\nexternal_directory: ask\nwrapper: allow *\n";

export async function openHostileGate(): Promise<Gate> {
  const { table } = compilePolicy([{ file: "hostile.gate", text: POLICY }]);
  if (table === null) throw new Error("the policy is wrong");
  return createGate({ table, cwd: "/srv/project", home: "/home/dev", platform: "linux" });
}
