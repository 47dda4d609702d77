/** Messages of a formula. `reason` is the English error message of KaTeX. */
export const latexMessages = {
  formula: 'Formula',
  empty: 'This formula is empty.',
  failed: (reason: string) => `This formula could not be read: ${reason}.`,
  tooLong: (max: number) => `longer than ${max} characters`,
  tooDeep: 'nested too deeply',
}
