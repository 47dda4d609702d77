/** Tools whose arguments are the props of a component that asks. Without its tool such a component is not shown, not even as a preview. */
export const interactiveTools: ReadonlyMap<string, string> = new Map(['form', 'confirm', 'select_option'].map((component) => [`ui_${component}`, component]))

/** Whether a component asks the user. */
export const isInteractive = (component: string) => interactiveTools.has(`ui_${component}`)
