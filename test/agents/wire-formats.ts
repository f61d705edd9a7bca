/**
 * The four ways in which agents talk to their models, as far as a scripted model needs them.
 */
import type { ServerResponse } from "node:http";
import { at, listAt, textAt, textIn } from "./json.ts";

/** A tool call that the model makes. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
  /** OpenAI's Responses: the tool is one that takes plain text, and the group it is in. */
  readonly custom?: boolean;
  readonly namespace?: string;
}

/** What the model says next. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly (ScriptedCall & { readonly id: string })[];
}

/** What a request tells. */
export interface ModelRequest {
  /** The results of tools so far, in order. */
  readonly results: readonly string[];
  /** Everything that the user said. */
  readonly said: string;
  /** The request offers tools; without them it is a title or a summary that is wanted. */
  readonly offersTools: boolean;
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
}

export interface WireFormat {
  readonly path: RegExp;
  read(body: unknown): ModelRequest;
  write(response: ServerResponse, turn: Turn, body: unknown, path: string): void;
}

let count = 0;
const newId = (prefix: string): string => `${prefix}_${++count}`;

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Sends events as a stream; with a name in front of each where the format wants one. */
function sendEvents(response: ServerResponse, events: readonly unknown[], named: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    if (named) response.write(`event: ${textAt(event, "type")}\n`);
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const anthropic: WireFormat = {
  path: /\/messages$/,
  read(body) {
    const parts = listAt(body, "messages").flatMap((message) => {
      const content = at(message, "content");
      return Array.isArray(content) ? (content as unknown[]) : [{ type: "text", text: content }];
    });
    const tools = listAt(body, "tools").map((tool) => textAt(tool, "name"));
    return {
      results: parts.filter((part) => at(part, "type") === "tool_result").map((part) => textIn(at(part, "content"))),
      said: parts.map((part) => textAt(part, "text")).join("\n"),
      offersTools: tools.length > 0,
      tools,
    };
  },
  write(response, { text, calls }, body) {
    const content: Record<string, unknown>[] = [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input })),
    ];
    const stop = calls.length > 0 ? "tool_use" : "end_turn";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: newId("msg"), type: "message", role: "assistant", model: at(body, "model"), usage };
    if (at(body, "stream") !== true) return sendJson(response, { ...message, content, stop_reason: stop });
    const blocks = content.flatMap((block, index) => {
      const isText = block["type"] === "text";
      const delta = isText
        ? { type: "text_delta", text: block["text"] }
        : { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) };
      return [
        {
          type: "content_block_start",
          index,
          content_block: isText ? { ...block, text: "" } : { ...block, input: {} },
        },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ];
    });
    const start = { type: "message_start", message: { ...message, content: [], stop_reason: null } };
    const end = [{ type: "message_delta", delta: { stop_reason: stop }, usage }, { type: "message_stop" }];
    sendEvents(response, [start, ...blocks, ...end], true);
  },
};

const chat: WireFormat = {
  path: /\/chat\/completions$/,
  read(body) {
    const messages = listAt(body, "messages");
    const of = (role: string): string[] =>
      messages.filter((message) => at(message, "role") === role).map((message) => textIn(at(message, "content")));
    const tools = listAt(body, "tools").map((tool) => textAt(tool, "function", "name"));
    return { results: of("tool"), said: of("user").join("\n"), offersTools: tools.length > 0, tools };
  },
  write(response, { text, calls }, body) {
    const toolCalls = calls.map(({ id, tool, input }, index) => {
      return { index, id, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
    });
    const finish = calls.length > 0 ? "tool_calls" : "stop";
    const about = { id: newId("chat"), created: 1, model: at(body, "model") };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const delta = { role: "assistant", content: text, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) };
    if (at(body, "stream") !== true) {
      const choices = [{ index: 0, message: delta, finish_reason: finish }];
      return sendJson(response, { ...about, object: "chat.completion", choices, usage });
    }
    const chunk = (part: object, finish_reason: string | null): object => {
      return { ...about, object: "chat.completion.chunk", choices: [{ index: 0, delta: part, finish_reason }], usage };
    };
    sendEvents(response, [chunk(delta, null), chunk({}, finish), "[DONE]"], false);
  },
};

const responses: WireFormat = {
  path: /\/responses$/,
  read(body) {
    const items = listAt(body, "input");
    const offered = [...listAt(body, "tools"), ...items.flatMap((item) => listAt(item, "tools"))];
    const tools = offered.flatMap((tool) => [tool, ...listAt(tool, "tools")]).map((tool) => textAt(tool, "name"));
    return {
      results: items
        .filter((item) => textAt(item, "type").endsWith("_call_output"))
        .map((item) => textIn(at(item, "output"))),
      said: items
        .filter((item) => at(item, "role") === "user")
        .map((item) => textIn(at(item, "content")))
        .join("\n"),
      offersTools: tools.length > 0,
      tools,
    };
  },
  write(response, { text, calls }) {
    const said = { type: "message", id: newId("msg"), role: "assistant", status: "completed" };
    const items: Record<string, unknown>[] = [
      ...(text === "" ? [] : [{ ...said, content: [{ type: "output_text", text, annotations: [] }] }]),
      ...calls.map(({ id, tool, input, custom, namespace }) => {
        const call = {
          id: newId("fc"),
          call_id: id,
          name: tool,
          status: "completed",
          ...(namespace === undefined ? {} : { namespace }),
        };
        return custom === true
          ? { ...call, type: "custom_tool_call", input }
          : { ...call, type: "function_call", arguments: JSON.stringify(input) };
      }),
    ];
    const about = { id: newId("resp"), object: "response", created_at: 1, model: "scripted" };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const done = { ...about, status: "completed", output: items, usage };
    const events = [
      { type: "response.created", response: { ...about, status: "in_progress", output: [] } },
      ...items.flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: "response.completed", response: done },
    ];
    sendEvents(
      response,
      events.map((event, sequence_number) => ({ ...event, sequence_number })),
      true,
    );
  },
};

const gemini: WireFormat = {
  path: /:(?:streamG|g)enerateContent$/,
  read(body) {
    const contents = listAt(body, "contents");
    const parts = contents.flatMap((content) => listAt(content, "parts"));
    const users = contents.filter((content) => at(content, "role") === "user");
    const declared = listAt(body, "tools").flatMap((tool) => listAt(tool, "functionDeclarations"));
    return {
      results: parts
        .map((part) => at(part, "functionResponse", "response"))
        .filter((result) => result !== undefined)
        .map(textIn),
      said: users
        .flatMap((content) => listAt(content, "parts"))
        .map((part) => textAt(part, "text"))
        .join("\n"),
      offersTools: declared.length > 0,
      tools: declared.map((tool) => textAt(tool, "name")),
    };
  },
  write(response, { text, calls }, body, path) {
    const wantsJson = at(body, "generationConfig", "responseMimeType") === "application/json";
    // Asked which model to take, or who speaks next.
    const side = {
      reasoning: "x",
      complexity_reasoning: "x",
      complexity_score: 1,
      model_choice: "flash",
      next_speaker: "user",
    };
    const said = wantsJson ? JSON.stringify(side) : text;
    const parts = [
      ...(said === "" ? [] : [{ text: said }]),
      ...calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool, args: input } })),
    ];
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }];
    const answer = { candidates, usageMetadata, modelVersion: "scripted", responseId: newId("r") };
    if (path.endsWith(":streamGenerateContent")) sendEvents(response, [answer], false);
    else sendJson(response, answer);
  },
};

export const WIRE_FORMATS: readonly WireFormat[] = [anthropic, chat, responses, gemini];
