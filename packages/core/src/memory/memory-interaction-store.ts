import type { Owner, Scope } from '../contracts/owner.ts'
import type { InteractionStore } from '../contracts/ports.ts'
import { closeInteraction, interactionAt } from '../stores/close-interaction.ts'
import { mayAnswer } from '../stores/roles.ts'
import type { StoreEnvironment } from '../stores/store-environment.ts'
import type { OwnerSpaces } from './owner-spaces.ts'

const isOwn = ({ owner: { id, tenant } }: Scope, owner: Owner) => owner.id === id && owner.tenant === tenant

/** Creates an interaction store in memory. Deadlines need no timer: every reader sees an open question as expired after its deadline. */
export function createMemoryInteractionStore(spaces: OwnerSpaces, { now }: Pick<StoreEnvironment, 'now'>): InteractionStore {
  return {
    async get(scope, id) {
      const record = spaces.peek(scope)?.pending.get(id)
      return record && interactionAt(record, now())
    },
    async list(scope, thread_id) {
      const records = [...(spaces.peek(scope)?.pending.values() ?? [])]
      return records.filter((record) => record.thread_id === thread_id).map((record) => interactionAt(record, now()))
    },
    async waiting(scope, limit) {
      const found = [...spaces.byOwner()].flatMap(([owner, { pending }]) =>
        [...pending.values()]
          .filter((record) => interactionAt(record, now()).state === 'open')
          .map((record) => ({ owner, record }))
          .filter((each) => isOwn(scope, each.owner) || mayAnswer(scope.owner, each)),
      )
      return found.sort((a, b) => a.record.created - b.record.created).slice(0, limit)
    },
    async answer(scope, id, hash, value) {
      const space = spaces.peek(scope)
      const stored = space?.pending.get(id)
      if (!space || !stored) return { status: 'unknown' }
      const outcome = closeInteraction(stored, { hash, value, now: now() })
      if (outcome.status === 'accepted') space.pending.set(id, outcome.record)
      return outcome
    },
  }
}
