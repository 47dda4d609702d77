import { requireBytes } from './require-bytes.ts'

/** Turns pieces of one UTF-8 stream into text. */
export interface Utf8Decoder {
  /** Takes the next bytes, cut anywhere; a character that is not complete yet waits. Throws PfError `invalid_input` for what is no bytes. */
  feed(bytes: Uint8Array): string
  /** Ends the stream: U+FFFD where it ends inside a character, else "". */
  finish(): string
}

/**
 * A decoder for one stream; pieces decoded one by one would lose every character that is cut. Its text is always well-formed: bytes that
 * are no UTF-8 become U+FFFD. One byte order mark at the start is left out.
 */
export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder()
  return { feed: (bytes) => decoder.decode(requireBytes(bytes), { stream: true }), finish: () => decoder.decode() }
}
