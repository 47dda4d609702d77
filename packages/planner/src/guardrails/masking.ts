import type { Owner } from '@pf/core'
import { createMasker, type Masker } from './masker.ts'
import { builtInDetectors, nameDetector, type PersonalDataDetector, type PersonalDataKind, placeholderDetector } from './personal-data.ts'
import { createPlaceholders } from './placeholders.ts'

/** Masks personal data in everything that models read. */
export interface MaskingOptions {
  /**
   * A secret of at least 32 characters that all processes of the agent share. Placeholders are made with it. With another key, they are others.
   */
  key: string
  /** The kinds of data to mask, and detectors of your own. Default: all kinds of the planner. */
  detect?: readonly (PersonalDataKind | PersonalDataDetector)[]
  /** Names to mask, for example those of the user and of the people in question. Compared as whole words, in any case. */
  names?: readonly string[] | ((owner: Owner) => readonly string[] | Promise<readonly string[]>)
  /**
   * The tools that receive the data itself in their arguments: `true` for all arguments, or JSON Pointers of the fields. All other tools receive
   * placeholders. The answer, components and questions have the data itself.
   */
  restoreInTools?: Readonly<Record<string, true | readonly string[]>>
}

/** Compiled masking. */
export interface Masking {
  /** The JSON Pointers of the arguments in which a tool receives the data; `all` for all arguments. */
  fieldsOf(tool: string): 'all' | readonly string[]
  /** Creates the masker of a thread. Rejects if the host's names cannot be read. */
  maskerOf(thread: { owner: Owner; threadId: string }): Promise<Masker>
}

/** Compiles masking that was validated by `guardrailFaults`. */
export function compileMasking(options: MaskingOptions | undefined): Masking | undefined {
  if (!options) return undefined
  const { key, detect = Object.keys(builtInDetectors) as PersonalDataKind[], names = [], restoreInTools = {} } = options
  const detectors = detect.map((each) => (typeof each === 'string' ? builtInDetectors[each] : { kind: each.kind, find: each.find.bind(each) }))
  const tools = new Map(Object.entries(restoreInTools))
  return {
    fieldsOf: (tool) => {
      const fields = tools.get(tool) ?? []
      return fields === true ? 'all' : fields
    },
    async maskerOf(thread) {
      const given = typeof names === 'function' ? await names(thread.owner) : names
      const own = given.length === 0 ? [] : [nameDetector(given)]
      return createMasker([placeholderDetector, ...detectors, ...own], createPlaceholders(key, thread))
    },
  }
}
