/** Messages of code. */
export const codeMessages = {
  code: (name: string) => (name ? `Code, ${name}` : 'Code'),
  more: (next: number, left: number) => `Show ${next} more of ${left} lines`,
  added: 'added: ',
  removed: 'removed: ',
}
