import { carData } from './cars.ts'
import { co2Data } from './co2.ts'
import type { Dataset } from './dataset.ts'
import { gapminderData } from './gapminder.ts'
import { penguinData } from './penguins.ts'
import { unemploymentData } from './unemployment.ts'
import { weatherData } from './weather.ts'

/** All data sets of the demo, in the order of the topics. */
export const datasets: readonly Dataset[] = [co2Data, gapminderData, weatherData, unemploymentData, penguinData, carData]
