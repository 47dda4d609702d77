/** Tools whose arguments are the props of a component that asks. Without its tool such a component is not shown, not even as a preview. */
export const askingTools: ReadonlyMap<string, string> = new Map(['form', 'confirm', 'select_option'].map((component) => [`ui_${component}`, component]))

/** Whether a component asks the user. */
export const asks = (component: string) => askingTools.has(`ui_${component}`)
