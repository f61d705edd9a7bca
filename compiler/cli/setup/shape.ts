/**
 * Shapes of JSON data, as data, and where a text departs from one.
 */
import type { Node } from "jsonc-parser";

/** What may stand at a place. */
export type Shape =
  | "anything"
  | "text"
  | "flag"
  | "number"
  /** A number above zero. */
  | "positive number"
  /** Written with digits alone. */
  | "whole number"
  /** A whole address, with its scheme. */
  | "address"
  | { readonly oneOf: readonly (string | number)[] }
  | { readonly list: Shape }
  | ObjectShape
  /** Objects that say in `type` which of these they are. */
  | { readonly byType: Readonly<Record<string, ObjectShape>> };

export interface ObjectShape {
  /** Members that have a shape where they are there. */
  readonly members: Readonly<Record<string, Shape>>;
  readonly needs?: readonly string[];
  /** Other members: of a shape, or none. Anything where nothing is said. */
  readonly others?: Shape | "none";
  /** Members of shape may also be null. */
  readonly nullable?: boolean;
}

/** Where a text is not of the shape, as the end of a sentence. */
export interface Departure {
  readonly offset: number;
  readonly what: string;
}

/** All places where a tree departs from a shape, outermost first. */
export function departures(text: string, root: Node, shape: Shape): Departure[] {
  const found: Departure[] = [];
  const visit = (node: Node, expected: Shape, name: string): void => {
    const wrong = (what: string, at: Node = node): void => {
      found.push({ offset: at.offset, what });
    };
    if (typeof expected === "string") {
      if (!isOf(text.slice(node.offset, node.offset + node.length), node, expected)) {
        wrong(`${name} has to be ${NAMES[expected]}`);
      }
    } else if ("oneOf" in expected) {
      const value: unknown = node.value;
      if (!expected.oneOf.some((one) => one === value)) wrong(`${name} has to be ${orOf(expected.oneOf)}`);
    } else if ("list" in expected) {
      if (node.type !== "array") return wrong(`${name} has to be a list`);
      for (const item of node.children ?? []) visit(item, expected.list, `an item of ${name}`);
    } else if (node.type !== "object") wrong(`${name} has to be an object`);
    else if ("byType" in expected) {
      const type = membersOf(node).findLast((member) => member.name === "type")?.value;
      if (type === undefined) return wrong(`${name} has to have a \`type\``);
      const variant = Object.hasOwn(expected.byType, String(type.value)) ? expected.byType[String(type.value)] : null;
      if (variant === null || variant === undefined) {
        return wrong(`\`type\` of ${name} has to be ${orOf(Object.keys(expected.byType))}`, type);
      }
      visit(node, variant, name);
    } else visitObject(node, expected, name, wrong);
  };
  const visitObject = (
    node: Node,
    expected: ObjectShape,
    name: string,
    wrong: (what: string, at?: Node) => void,
  ): void => {
    const members = membersOf(node);
    const has = (needed: string): boolean => members.some((member) => member.name === needed);
    for (const needed of expected.needs ?? []) if (!has(needed)) wrong(`${name} has to have \`${needed}\``);
    for (const { name: key, value } of members) {
      const due = Object.hasOwn(expected.members, key) ? expected.members[key] : (expected.others ?? "anything");
      if (due === "none") wrong(`${name} may have no \`${key}\``, value);
      else if (due !== undefined && !(expected.nullable === true && value.type === "null")) {
        visit(value, due, `\`${key}\``);
      }
    }
  };
  visit(root, shape, "all of it");
  return found;
}

interface Member {
  readonly name: string;
  readonly value: Node;
}

/** The members of an object, in order; those of one name are all there. */
export function membersOf(object: Node): Member[] {
  return (object.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [{ name: String(key.value), value }];
  });
}

type Simple = Extract<Shape, string>;

const NAMES: Readonly<Record<Simple, string>> = {
  anything: "anything",
  text: "a text",
  flag: "true or false",
  number: "a number",
  "positive number": "a number above 0",
  "whole number": "a number without sign, point and exponent",
  address: "a whole address",
};

function isOf(written: string, { type, value }: Node, expected: Simple): boolean {
  switch (expected) {
    case "anything":
      return true;
    case "text":
      return type === "string";
    case "flag":
      return type === "boolean";
    case "number":
      return type === "number";
    case "positive number":
      return type === "number" && Number(value) > 0;
    case "whole number":
      return type === "number" && /^\d+$/.test(written);
    case "address":
      return type === "string" && URL.canParse(String(value));
  }
}

function orOf(names: readonly (string | number)[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
