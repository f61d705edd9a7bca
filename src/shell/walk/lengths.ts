/** How long commands are, as far as their text is read anew each time that they run. */
import { CHARACTERS_PER_STEP } from "../limits.ts";
import type { CompoundBody, Redirection, SimpleCommand, Span } from "../syntax.ts";

/** What a simple command counts for beside the one that it is. */
export function stepsOfSimple({ span, redirections }: SimpleCommand): number {
  return stepsOf([span, ...redirections.map(spanOfBody)]);
}

/** What a compound counts for, without the commands in it. */
export function stepsOfCompound(body: CompoundBody, redirections: readonly Redirection[]): number {
  const spans = redirections.map(spanOfBody);
  switch (body.kind) {
    case "for":
    case "select":
      return stepsOf([...spans, ...(body.list ?? []).map(({ span }) => span)]);
    case "arithmetic-for":
      return stepsOf([...spans, ...body.expressions.map(({ span }) => span)]);
    case "case": {
      const patterns = body.items.flatMap((item) => item.patterns.map(({ span }) => span));
      return stepsOf([...spans, body.subject.span, ...patterns]);
    }
    case "test":
      return stepsOf([...spans, ...body.operands.map(({ word }) => word.span)]);
    case "arithmetic":
      return stepsOf([...spans, body.expression.span]);
    case "subshell":
    case "group":
    case "if":
    case "while":
      return stepsOf(spans);
  }
}

function spanOfBody(redirection: Redirection): Span {
  return redirection.kind === "file" ? redirection.target.span : redirection.body.span;
}

function stepsOf(spans: readonly Span[]): number {
  let length = 0;
  for (const { start, end } of spans) length += end - start;
  return Math.floor(length / CHARACTERS_PER_STEP);
}
