import type { FocusEvent } from 'react'

const CONTROL = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex], button:not(:disabled)'

/** Puts the focus into the field at a place of the form. */
export function focusPlace(form: HTMLFormElement | null, place: number): void {
  form?.querySelector(`[data-place="${place}"]`)?.querySelector<HTMLElement>(CONTROL)?.focus()
}

/**
 * Which field the focus has left; undefined: none. Going to a button under the form is no leaving: a fault shown now would push the button
 * from under the pointer.
 */
export function placeLeft({ target, relatedTarget }: FocusEvent): number | undefined {
  const place = target.closest<HTMLElement>('[data-place]')
  const isNear = relatedTarget instanceof Element && (place?.contains(relatedTarget) || relatedTarget.closest('.pf-form-actions') !== null)
  return place && !isNear ? Number(place.dataset.place) : undefined
}
