/** What stands for a secret wherever a model or a log could read it. */
export const secretMask = '<secret>'
