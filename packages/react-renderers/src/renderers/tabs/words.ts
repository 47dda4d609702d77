/** Fixed words of tabs. */
export const tabsWords = { views: 'Views', view: (number: number) => `View ${number}` }
