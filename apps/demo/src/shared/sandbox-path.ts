/** Where the page for free HTML is served, with a policy of its own. */
export const sandboxPath = '/html-sandbox'
