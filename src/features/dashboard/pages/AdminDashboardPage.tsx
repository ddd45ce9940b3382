import { useSearchParams } from 'react-router-dom'
import { LessonsView } from '../components/LessonsView.tsx'
import { Overview } from '../components/Overview.tsx'
import { RiskView } from '../components/RiskView.tsx'
import { RowsView } from '../components/RowsView.tsx'
import { WriteContext, type RenderWrite } from '../components/WriteButton.tsx'
import { readView } from '../model/links.ts'

/** /admin/dashboard: the numbers, or with more in the address what one of them is made of. */
export const AdminDashboardPage = ({ write }: { write: RenderWrite | null }) => (
  <WriteContext value={write}>
    <View />
  </WriteContext>
)

const View = () => {
  const [address] = useSearchParams()
  const shown = readView(address)
  if (shown.view === 'rows') return <RowsView asked={shown.asked} />
  if (shown.view === 'lessons') return <LessonsView course={shown.course} />
  if (shown.view === 'risk') return <RiskView reason={shown.reason} />
  return <Overview />
}
