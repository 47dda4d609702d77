/** Fixed words of the accordion. */
export const accordionWords = { section: (number: number) => `Section ${number}` }
