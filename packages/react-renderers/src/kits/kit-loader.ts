import type { ComponentKit } from '@pf/registry/browser'

/** Gets the registry's rules for one component; undefined where what came holds none. */
export type KitLoader = () => Promise<ComponentKit | undefined>
