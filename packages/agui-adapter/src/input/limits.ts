/** Bounds of one request; every one of them has a clear answer of its own. */
export interface InputLimits {
  /** Bytes of the whole body: 413. */
  bodyBytes: number
  /** UTF-8 bytes of the text of one message: 413. */
  messageBytes: number
  /** Number of messages: 413. */
  messages: number
  /** Number of front-end tools: 413. */
  tools: number
  /** Number of context entries: 413. */
  context: number
  /** Characters of a thread or run id: 400. */
  idLength: number
  /** Levels of nesting: 400. */
  depth: number
}

/** 8 MiB a request, 200 kB a message. */
export const defaultLimits: InputLimits = {
  bodyBytes: 8 * 1024 * 1024,
  messageBytes: 200_000,
  messages: 5_000,
  tools: 128,
  context: 128,
  idLength: 256,
  depth: 64,
}
