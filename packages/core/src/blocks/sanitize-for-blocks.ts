// Functions, not constants: a call at module level stays in every bundle of the package.
/** White space and characters without a shape: a model may read over them. */
const gap = () => String.raw`[\s\p{Cf}]*`
const word = (letters: string) => [...letters].join(String.raw`\p{Cf}*`)
const label = () => `${gap()}(?:[/／]${gap()})?(?:${word('ARTIFACT')}|${word('USER')})${gap()}[:：]`

/** In capitals whatever follows; in other cases only with a nonce right behind the colon, since `[user: name]` is ordinary text and code. */
const capitals = () => new RegExp(`[[［](?=${label()})`, 'gu')
const anyCase = () => new RegExp(String.raw`[[［](?=${label()}\p{Cf}*[\p{L}\p{N}])`, 'giu')

/**
 * Makes text from users, tools or documents unable to open or close a block: the bracket of anything that looks like a tag, whatever its
 * nonce or spacing, becomes a round one; all else stays as it is. Not for the model's own reply (spec 002, Nonce + sanitization).
 */
export function sanitizeForBlocks(text: string): string {
  return text.replace(capitals(), '(').replace(anyCase(), '(')
}
