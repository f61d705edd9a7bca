/**
 * Secrets made unreadable, for logs and for what a model is told.
 *
 * What is masked: private keys; tokens by the prefixes that their issuers give them; authorization and cookie headers;
 * passwords in addresses; values of names that speak of secrets (`API_KEY=…`, `--password …`, `"token": "…"`). The list
 * is of what is known to leak, so it can miss a secret; it is no reason to hand logs around.
 *
 * Every expression is linear in the text: what may repeat is bounded or ends at a character that it cannot hold.
 */

/** Stands for a secret. A shell reads it as an ordinary word, so that a masked command can still be taken apart. */
const MASK = "•••";

export interface Masked {
  readonly text: string;
  /** Something was masked. */
  readonly masked: boolean;
}

/** Prefixes of tokens, as their issuers document them. What follows is the secret. */
const TOKEN_PREFIXES = [
  "gh[pousr]_",
  "github_pat_",
  "glpat-",
  "gldt-",
  "sk-(?:ant-|proj-|or-)?",
  "[rsp]k_(?:live|test)_",
  "whsec_",
  "xox[abeprs]-",
  "xapp-",
  "AIza",
  "ya29\\.",
  "npm_",
  "pypi-",
  "hf_",
  "dop_v1_",
  "shpat_",
  "SG\\.",
  "dckr_pat_",
  "lin_api_",
  "tskey-",
  "AGE-SECRET-KEY-",
] as const;

const SECRET_NAME =
  "(?:pass(?:word|wd|phrase)|secret|tokens?(?![a-z])|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?|connection[_-]?string)";

/** A value that is no reference to a variable: in quotes, or up to what ends a word. */
const VALUE = `(?:"(?!\\$)[^"]*"?|'[^']*'?|(?!["'$•])[^\\s"'&;|<>]+)`;

const RULES: readonly (readonly [expression: RegExp, replacement: string])[] = [
  [new RegExp(`(?<![A-Za-z0-9])(${TOKEN_PREFIXES.join("|")})[A-Za-z0-9_.=-]{8,}`, "g"), `$1${MASK}`],
  [/(?<![A-Z0-9])(A[KS]IA)[A-Z0-9]{16}(?![A-Z0-9])/g, `$1${MASK}`],
  // A signed web token: three parts in base64url, of which the first is a JSON object.
  [/(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]{0,4096})?/g, MASK],
  [/\b((?:set-)?cookie["']?[ \t]{0,4}:[ \t]{0,4})[^"'\r\n]+/gi, `$1${MASK}`],
  [
    /\b((?:proxy-)?authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:(?:bearer|basic|token|digest|negotiate|apikey)[ \t]{1,4}(?!\$))?)(?!\$|(?:bearer|basic|token|digest|negotiate|apikey)[ \t])[^\s"']+/gi,
    `$1${MASK}`,
  ],
  [
    /\b(x-(?:api-key|auth-token|access-token)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|private-token["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)(?!\$)[^\s"'@]+/gi,
    `$1${MASK}`,
  ],
  [/\b(bearer[ \t]{1,4})[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:"']{0,200}:)[^\s/@"']{1,500}@/gi, `$1${MASK}@`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[A-Za-z0-9_-]{20,500}@/gi, `$1${MASK}@`],
  // `NAME=value`, `"name": "value"`, `--name=value`, `--name value`.
  [
    new RegExp(
      `((?:[A-Za-z0-9_.-]{0,64})${SECRET_NAME}(?:[_-][A-Za-z0-9_-]{0,32})?["']?(?:=|[ \\t]{0,4}:[ \\t]{1,4}|:(?=["'])))${VALUE}`,
      "gi",
    ),
    `$1${MASK}`,
  ],
  [new RegExp(`((?<![A-Za-z0-9_])[A-Z0-9_]{0,64}(?:_KEY|_PWD|_AUTH)=)${VALUE}`, "g"), `$1${MASK}`],
  [new RegExp(`((?<![\\w-])--?(?:[a-z0-9]{1,20}-){0,3}${SECRET_NAME}[ \\t]{1,4})(?!-)${VALUE}`, "gi"), `$1${MASK}`],
  [/((?<![\w-])(?:-u|--user|--proxy-user)[ \t]{1,4}["']?[^\s:"']{1,128}:)(?!\$)[^\s"']+/g, `$1${MASK}`],
  [/(\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?)[^\s"']+/g, `$1${MASK}`],
];

/** A text without its secrets. Never throws; linear in the text. */
export function maskSecrets(text: string): Masked {
  let result = withoutPrivateKeys(text);
  for (const [expression, replacement] of RULES) result = result.replace(expression, replacement);
  return { text: result, masked: result !== text };
}

const BEGIN = "-----BEGIN ";
const END = "-----END ";

/** `-----BEGIN … PRIVATE KEY-----` up to its end; up to the end of the text where it has none. */
function withoutPrivateKeys(text: string): string {
  let result = "";
  let at = 0;
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, Math.max(at, begin + 1))) {
    const label = text.slice(begin, begin + 80);
    if (!/^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.test(label)) continue;
    result += text.slice(at, begin) + MASK;
    const end = text.indexOf(END, begin);
    const close = end === -1 ? -1 : text.indexOf("-----", end + END.length);
    at = close === -1 ? text.length : close + 5;
  }
  return at === 0 ? text : result + text.slice(at);
}
