/** Messages of the accordion. */
export const accordionMessages = { section: (number: number) => `Section ${number}` }
