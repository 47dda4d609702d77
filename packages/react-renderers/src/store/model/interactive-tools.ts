/**
 * Maps tools whose arguments are the props of an interactive component to that component. Such a component is shown only through its tool,
 * not even as a preview otherwise.
 */
export const interactiveTools: ReadonlyMap<string, string> = new Map(['form', 'confirm', 'select_option'].map((component) => [`ui_${component}`, component]))

/** True for a component that asks the user. */
export const isInteractive = (component: string) => interactiveTools.has(`ui_${component}`)
