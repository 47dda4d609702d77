import type { JsonObject, TaskGroup } from '@pf/core'
import { reportText } from './task-texts.ts'

/** Maximum length of a result in a question to the user, in characters. The task panel shows all of it. */
const questionChars = 4_000
const prefix = 'task-group:'

/** Returns the id with which the approval of a group is answered from the inbox. */
export const groupInteractionId = (group_id: string) => `${prefix}${group_id}`

/** Returns the props of the question about the results of a group, from the stored results. */
export function approvalProps(group: TaskGroup): JsonObject {
  const message = reportText(group, undefined).slice(0, questionChars).toWellFormed()
  return { title: `Use the results of “${group.name}”?`, message, confirmLabel: 'Use them' }
}

/** Returns the group whose approval an interaction id from the inbox means; undefined for another interaction. */
export const groupOfInteraction = (interaction_id: string): string | undefined =>
  interaction_id.startsWith(prefix) ? interaction_id.slice(prefix.length) : undefined
