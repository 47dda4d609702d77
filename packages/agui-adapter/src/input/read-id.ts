/** An id that may go into keys of stores and into other ids: text of at most `maxLength`, without control characters or half pairs. */
export function readId(value: unknown, maxLength: number): string | undefined {
  const usable = typeof value === 'string' && value !== '' && value.length <= maxLength && value.isWellFormed() && !hasControl(value)
  return usable ? value : undefined
}

const hasControl = (text: string) => [...text].some((char) => char < ' ' || char === '\u007f')
