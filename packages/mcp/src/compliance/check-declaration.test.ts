import { describe, expect, it } from 'vitest'
import { checkDeclaration } from './check-declaration.ts'

type Declaration = Parameters<typeof checkDeclaration>[0]

const objectWith = (properties: object) => ({ type: 'object' as const, properties: properties as never })
const standardOutput = objectWith({ artifact_id: {}, artifact: {}, _metadata: {} })
const tool = (more: Partial<Declaration> = {}): Declaration => ({ name: 'made', description: 'Makes.', inputSchema: { type: 'object' }, ...more })

function statusesOf(declaration: Declaration, standard = true): Record<string, string> {
  return Object.fromEntries(checkDeclaration(declaration, standard).checks.map(({ id, status }) => [id, status]))
}

describe('the declaration of a tool', () => {
  it('passes with a description, usable schemas and the standard output', () => {
    expect(statusesOf(tool({ outputSchema: standardOutput }))).toEqual({
      description: 'pass',
      schemas: 'pass',
      output_schema: 'pass',
      standard_shape: 'pass',
      references: 'pass',
    })
  })

  it('without an output schema fails that check only, and has no references', () => {
    const { references } = checkDeclaration(tool(), true)
    expect(references).toEqual([])
    expect(statusesOf(tool())).toEqual({ description: 'pass', schemas: 'pass', output_schema: 'fail' })
  })

  it.each([undefined, '', ' \n'])('fails with the description %j', (description) => {
    const { description: _, ...undescribed } = tool()
    expect(statusesOf({ ...undescribed, ...(description === undefined ? {} : { description }) })).toMatchObject({ description: 'fail' })
  })

  it('fails when the schema of the input or of the output cannot be used', () => {
    const broken = objectWith({ a: { $ref: 'https://example.com/a.json' } })
    expect(statusesOf(tool({ inputSchema: broken }))).toMatchObject({ schemas: 'fail' })
    expect(statusesOf(tool({ outputSchema: broken }))).toMatchObject({ schemas: 'fail' })
    expect(checkDeclaration(tool({ inputSchema: broken }), true).checks).toContainEqual(
      expect.objectContaining({ id: 'schemas', detail: expect.stringContaining('https://example.com/a.json') }),
    )
  })

  it.each(['artifact_id', 'artifact', '_metadata'])('names the missing standard field %s', (missing) => {
    const outputSchema = objectWith(Object.fromEntries(['artifact_id', 'artifact', '_metadata'].filter((name) => name !== missing).map((name) => [name, {}])))
    const found = checkDeclaration(tool({ outputSchema }), true).checks.find(({ id }) => id === 'standard_shape')
    expect(found).toMatchObject({ status: 'fail', detail: expect.stringContaining(`does not declare ${missing}.`) })
  })

  it('is not held to the standard shape where that is not required', () => {
    expect(statusesOf(tool({ outputSchema: objectWith({ a: {} }) }), false)).toEqual({
      description: 'pass',
      schemas: 'pass',
      output_schema: 'pass',
      references: 'pass',
    })
  })

  it('fails the check of references when the output names no fields', () => {
    expect(statusesOf(tool({ outputSchema: { type: 'object' } }))).toMatchObject({ references: 'fail', standard_shape: 'fail' })
    expect(statusesOf(tool({ outputSchema: objectWith({}) }))).toMatchObject({ references: 'fail' })
  })
})

describe('the references to an output', () => {
  it('name the declared fields three levels deep', () => {
    const outputSchema = objectWith({ a: objectWith({ b: objectWith({ c: objectWith({ d: {} }) }) }), e: { type: 'string' }, f: null })
    expect(checkDeclaration(tool({ outputSchema }), false).references).toEqual([
      '$N.output',
      '$N.output.a',
      '$N.output.a.b',
      '$N.output.a.b.c',
      '$N.output.e',
      '$N.output.f',
    ])
  })

  it('are at most 60', () => {
    const outputSchema = objectWith(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, {}])))
    const { references } = checkDeclaration(tool({ outputSchema }), false)
    expect(references).toHaveLength(60)
    expect(references.at(-1)).toBe('$N.output.field58')
  })
})
