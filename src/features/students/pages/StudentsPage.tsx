import { useSearchParams } from 'react-router-dom'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { StudentList } from '../components/StudentList.tsx'
import { StudentPage } from '../components/StudentPage.tsx'

/** /admin/manage-students: the list, or one person (`?student=3`). The address holds the filters. */
export const StudentsPage = () => {
  const [address] = useSearchParams()
  const id = parseId(address.get('student'))
  return id === null ? <StudentList /> : <StudentPage key={id} userId={id} />
}
