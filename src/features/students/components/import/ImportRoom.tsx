import { NEW_IMPORT } from '../../model/import.ts'
import { ImportPage } from './ImportPage.tsx'
import { ImportStart } from './ImportStart.tsx'

/** People from a file: choosing one, or one import with all its steps. */
export const ImportRoom = ({ id }: { id: string }) =>
  id === NEW_IMPORT ? <ImportStart /> : <ImportPage key={id} id={id} />
