/**
 * What the extension uses of Pi, as Pi's own types have it. Kept here, so that the package does not need Pi's.
 */

export interface PiToolCall {
  readonly toolName: unknown;
  readonly input: unknown;
}

export interface PiUserBash {
  readonly command: string;
  readonly cwd: string;
}

/** What a handler of `tool_call` answers. */
export interface PiBlock {
  readonly block: true;
  readonly reason: string;
}

/** What a handler of `user_bash` answers in place of running the command. */
export interface PiBashResult {
  readonly result: {
    readonly output: string;
    readonly exitCode: number;
    readonly cancelled: boolean;
    readonly truncated: boolean;
  };
}

export interface PiDialogOptions {
  readonly signal?: AbortSignal;
}

export interface PiContext {
  readonly cwd: string;
  /** False in print mode, where dialogs answer by themselves. */
  readonly hasUI: boolean;
  readonly signal: AbortSignal | undefined;
  readonly sessionManager?: { getEntries(): readonly unknown[] };
  getSystemPrompt?(): unknown;
  readonly ui: {
    select(title: string, options: string[], dialog?: PiDialogOptions): Promise<string | undefined>;
    input(title: string, placeholder?: string, dialog?: PiDialogOptions): Promise<string | undefined>;
  };
}

export interface PiApi {
  on(event: "tool_call", handler: (event: PiToolCall, ctx: PiContext) => Promise<PiBlock | undefined>): void;
  on(event: "user_bash", handler: (event: PiUserBash, ctx: PiContext) => Promise<PiBashResult | undefined>): void;
  on(event: "session_start", handler: (event: unknown, ctx: PiContext) => Promise<undefined>): void;
  getActiveTools(): string[];
  setActiveTools(names: string[]): void;
}
