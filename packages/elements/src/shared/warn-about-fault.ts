/** Writes a fault in the use of an element to the console, with the element. */
export function warnAboutFault(element: Element, message: string): void {
  console.error(`<${element.localName}>: ${message}`, element)
}
