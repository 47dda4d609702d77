import { cars } from './cars.ts'
import { co2 } from './co2.ts'
import { gapminder } from './gapminder.ts'
import { penguins } from './penguins.ts'
import type { Topic } from './topic.ts'
import { unemployment } from './unemployment.ts'
import { weather } from './weather.ts'

/** All topics of the scripted model. */
export const topics: readonly Topic[] = [co2, gapminder, weather, unemployment, penguins, cars]

/** Words for entire data sets. */
export const topicNames: readonly string[] = topics.flatMap(({ names }) => names)
