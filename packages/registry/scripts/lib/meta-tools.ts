import { interactiveTool } from '../../src/lookup/interactive-tool.ts'
import type { Definition, Schema, Source } from './schema.ts'
import { publicSchema } from './variants.ts'

const text = (description: string, maxLength: number): Schema => ({ type: 'string', maxLength, description })
const closed = (properties: Record<string, Schema>, required: string[]): Schema => ({ type: 'object', additionalProperties: false, required, properties })
const names = (components: Definition[]) => components.map((component) => component.name)
const id: Schema = { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]*$', description: 'Stable id for later updates.' }

/** Name, description and input schema of every meta-tool; the interactive ones follow from the registry. */
export function metaTools({ components }: Source) {
  const passive = components.filter((component) => !component.interactive)
  return [
    {
      name: 'render_component',
      description: 'Shows a component to the user. Answers {ok, id, summary} or {ok: false, issues}.',
      input: closed(
        {
          component: { type: 'string', enum: names(passive), description: 'Which component.' },
          props: { type: 'object', description: 'Its props; call describe_component for them. Data props take {"$artifact": REF}.' },
          id,
          title: text('Heading above it.', 500),
          metadata: { type: 'object', description: 'Kept with the component, not shown.' },
        },
        ['component', 'props'],
      ),
    },
    {
      name: 'update_component',
      description: 'Changes a component that was shown in this turn.',
      input: closed(
        {
          id,
          patch: { type: 'array', maxItems: 100, items: { type: 'object' }, description: 'RFC 6902 operations on its props: add, replace, remove, test.' },
        },
        ['id', 'patch'],
      ),
    },
    {
      name: 'describe_component',
      description: 'Gives the props of a component as a TypeScript-like signature.',
      input: closed({ name: { type: 'string', enum: names(components), description: 'Which component.' } }, ['name']),
    },
    {
      name: 'search_components',
      description: 'Finds components by what they are for.',
      input: closed({ query: text('What you want to show or ask.', 200) }, ['query']),
    },
    {
      name: 'list_artifacts',
      description: 'Lists the data that tools of this run produced and that props may reference.',
      input: closed({ kind: text('Only this kind, such as list or dict.', 40), source_tool: text('Only results of this tool.', 200) }, []),
    },
    ...components
      .filter((component) => component.interactive)
      .map((component) => interactiveTool({ ...component, propsSchema: publicSchema(component.propsSchema) })),
  ]
}
