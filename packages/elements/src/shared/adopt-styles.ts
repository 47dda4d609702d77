import allStyles from '@pf/react-renderers/styles.css?inline'

/**
 * Rules for the elements themselves. A rule of the page for the element takes precedence over `:host`. Text properties are reset, because
 * they are inherited from the page; `visibility` and `direction` are not.
 */
const hostStyles = `
:host { display: block; min-inline-size: 0; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([theme="auto"]) { color-scheme: light dark; }
@media print { :host { color-scheme: light !important; } }
.pf-element {
  block-size: 100%;
  font: 400 var(--pf-size-3) / 1.5 var(--pf-font);
  color: var(--pf-text-1);
  letter-spacing: normal;
  word-spacing: normal;
  text-align: start;
  text-indent: 0;
  text-transform: none;
  text-shadow: none;
  white-space: normal;
  word-break: normal;
  hyphens: manual;
  cursor: auto;
}
.pf-element-fault {
  box-sizing: border-box;
  margin: 0;
  padding: var(--pf-space-3);
  border: 1px solid var(--pf-bad);
  border-radius: var(--pf-radius-2);
  background: var(--pf-surface-0);
  overflow-wrap: anywhere;
}
`

const stylesOf = new WeakMap<Document, CSSStyleSheet>()

/**
 * Gives a shadow root the styles of the components, and its document the design tokens. A Content-Security-Policy does not restrict
 * constructed stylesheets. They belong to one document, so an element that moved to another one gets those of that document.
 */
export function adoptStyles(root: ShadowRoot, ownStyles: string): void {
  const { ownerDocument } = root
  const Sheet = ownerDocument.defaultView?.CSSStyleSheet ?? CSSStyleSheet
  const own = new Sheet()
  own.replaceSync(ownStyles)
  root.adoptedStyleSheets = [componentStyles(ownerDocument, Sheet), own]
}

function componentStyles(ownerDocument: Document, Sheet: typeof CSSStyleSheet): CSSStyleSheet {
  const known = stylesOf.get(ownerDocument)
  if (known) return known
  const components = new Sheet()
  components.replaceSync(allStyles + hostStyles)
  const tokens = new Sheet()
  tokens.replaceSync(takeLayer(components, 'pf'))
  keepColorScheme(tokens.cssRules)
  ownerDocument.adoptedStyleSheets = [...ownerDocument.adoptedStyleSheets, tokens]
  stylesOf.set(ownerDocument, components)
  return components
}

/** Removes a cascade layer from a stylesheet and returns its text. */
function takeLayer(sheet: CSSStyleSheet, name: string): string {
  const rules = [...sheet.cssRules]
  const index = rules.findIndex((rule) => 'name' in rule && rule.name === name && 'cssRules' in rule)
  const text = rules[index]?.cssText ?? ''
  if (index >= 0) sheet.deleteRule(index)
  return text
}

/** The tokens leave the colour scheme of the page as it is. The elements follow it unless they have a `theme`. */
function keepColorScheme(rules: CSSRuleList): void {
  for (const rule of rules) {
    if ('selectorText' in rule && String(rule.selectorText).includes(':root')) (rule as CSSStyleRule).style.removeProperty('color-scheme')
    else if ('cssRules' in rule) keepColorScheme(rule.cssRules as CSSRuleList)
  }
}
