import { certificateStates } from '#contract/certificates/shapes.ts'
import { listSchema, oneOf } from '#src/core/lists/list-filters.ts'

export const ISSUED_FILTERS = listSchema({ state: oneOf(certificateStates) })
