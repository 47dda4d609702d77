import type { AnyComponents } from '../component-renderer/component-overrides.ts'
import type { ComponentKitStore } from '../kits/component-kit-store.ts'

/** A component without a kit is never drawn, and the card that replaces it does not tell the developer the reason. */
export function warnAboutMissingKits(components: AnyComponents | undefined, kitStore: ComponentKitStore) {
  const missing = Object.keys(components ?? {}).filter((name) => !kitStore.knows(name))
  if (missing.length === 0) return
  const names = missing.map((name) => `"${name}"`).join(', ')
  console.warn(
    `PfProvider has renderers for components without a kit, so they are never drawn: ${names}. Pass their kits as well, <PfProvider kits={[…]}>: ` +
      '`npx pf-registry generate FOLDER` writes one for each component into FOLDER/generated/kits. A component with the name of a built-in one needs no kit.',
  )
}
