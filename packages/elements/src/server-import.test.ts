import { expect, it } from 'vitest'

it('can be imported on a server, which has no custom elements', async () => {
  expect(globalThis.customElements).toBeUndefined()
  const { PfChatElement, PfComponentElement } = await import('./index.ts')
  expect([PfChatElement.observedAttributes.includes('thread-id'), PfComponentElement.observedAttributes.includes('props')]).toEqual([true, true])
})
