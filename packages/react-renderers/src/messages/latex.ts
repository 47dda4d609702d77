/** Messages of a formula; `reason` is KaTeX's, in English. */
export const latexMessages = {
  formula: 'Formula',
  empty: 'This formula is empty.',
  failed: (reason: string) => `This formula could not be read: ${reason}.`,
  tooLong: (most: number) => `longer than ${most} characters`,
  tooDeep: 'too deep',
}
