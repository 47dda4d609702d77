import { configure } from '@testing-library/react'
import './patience.ts'

configure({ asyncUtilTimeout: 30_000 })
