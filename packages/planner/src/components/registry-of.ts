import { type Policy, registryDigest, registryVersion } from '@pf/registry'

/** Version and digest of the registry behind a policy, as run_start and chunks tell them. */
export function registryOf(policy: Policy | undefined): { version: string; digest: string } {
  const { version = registryVersion, digest = registryDigest } = policy?.registry ?? {}
  return { version, digest }
}
