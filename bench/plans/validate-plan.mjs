// (h) Checking a plan before it runs, beside a walk that only looks at every value of the arguments.
import { walkJson } from '../../packages/core/src/index.ts'
import { validatePlan } from '../../packages/planner/src/plans/validate-plan.ts'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'

const limit = 'walk of the arguments (limit)'
const fields = 100
const references = 20

const properties = Object.fromEntries(
  Array.from({ length: fields }, (_, index) => [
    `field_${index}`,
    index % 2 ? { type: 'string' } : { type: 'object', properties: { inner: { type: 'number' } } },
  ]),
)
const tool = { name: 'tool', inputSchema: { type: 'object', properties: { values: { type: 'array' } } }, outputSchema: { type: 'object', properties } }

const planOf = (length) => ({
  calls: Array.from({ length }, (_, own) => ({
    tool_name: 'tool',
    arguments: {
      values: own === 0 ? [] : Array.from({ length: references }, (_, index) => `$${(own * 7 + index) % own}.output.field_${(index * 4) % fields}.inner`),
    },
  })),
})

/** A plan of 200 calls with 20 references each over schemas of 100 fields, and a tenth of it: the ratio must not grow. */
export async function plans(bench) {
  const cells = {}
  for (const length of [20, 200]) {
    const plan = planOf(length)
    if (validatePlan(plan, [tool]).errors.length > 0) throw new Error('the plan is refused')
    bench.progress(`plans: ${length} calls`)
    const ways = {
      [limit]: () => {
        let seen = 0
        for (const { arguments: args } of plan.calls) for (const node of walkJson(args)) seen += typeof node.value === 'string' ? 1 : 0
        return seen
      },
      validatePlan: () => validatePlan(plan, [tool]),
    }
    cells[`${length} calls`] = await interleave(ways, {}, { rounds: bench.rounds })
  }
  console.log(`\n(h) check of a plan, ${references} references a call, ${fields} fields a schema: times ${limit}, fastest rounds`)
  printRatios({ section: 'plans', cells, limit, bench })
}
