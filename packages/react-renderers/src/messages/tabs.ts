/** Messages of tabs. */
export const tabsMessages = { views: 'Views', view: (number: number) => `View ${number}` }
