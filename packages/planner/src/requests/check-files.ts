import { type ArtifactStore, formatPointer, type InteractionRecord, type JsonObject, type Scope, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/**
 * Checks that the files of an answer are artifacts of its owner; unknown and foreign ids are refused. Size and type are replaced by those of
 * the store, because a browser can send any value. Modifies `result`.
 */
export async function checkFiles(
  store: ArtifactStore,
  { scope, record }: { scope: Scope; record: InteractionRecord },
  result: JsonObject,
): Promise<ValidationIssue[]> {
  const issues: ValidationIssue[] = []
  for (const name of fileFields(record)) {
    const value = result[name]
    const files = Array.isArray(value) ? value : [value]
    for (const [index, file] of files.entries()) {
      if (!isRecord(file)) continue
      const meta = typeof file.artifact_id === 'string' ? await store.head(scope, file.artifact_id) : undefined
      if (meta) Object.assign(file, { media_type: meta.media_type, bytes: meta.bytes })
      else
        issues.push({
          code: 'unknown_reference',
          pointer: formatPointer(Array.isArray(value) ? [name, String(index)] : [name]),
          expected: 'a file that was uploaded',
        })
    }
  }
  return issues
}

function fileFields({ component, props }: InteractionRecord): string[] {
  const fields = component === 'form' && Array.isArray(props.fields) ? props.fields : []
  return fields.flatMap((field) => (isRecord(field) && field.type === 'file' && typeof field.name === 'string' ? [field.name] : []))
}
