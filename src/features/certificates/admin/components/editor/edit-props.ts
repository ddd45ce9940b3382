import type { Look } from '../../model/look.ts'

export type EditProps = { look: Look; onChange: (look: Look) => void }
