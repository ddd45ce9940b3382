import { useSearchParams } from 'react-router-dom'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { StudentList } from '../components/StudentList.tsx'
import { StudentPage } from '../components/StudentPage.tsx'

const ImportRoom = lazyPage(
  async () => (await import('../components/import/ImportRoom.tsx')).ImportRoom,
  'students/import',
)

/**
 * /admin/manage-students: the list, one person (`?student=3`), or people from a file (`?import=new`). The address holds
 * the filters.
 */
export const StudentsPage = () => {
  const [address] = useSearchParams()
  const id = parseId(address.get('student'))
  const file = address.get('import')
  if (file !== null) return <ImportRoom id={file} />
  return id === null ? <StudentList /> : <StudentPage key={id} userId={id} />
}
