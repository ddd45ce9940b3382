import { useSearchParams } from 'react-router-dom'
import { AttemptView } from '../components/attempt/AttemptView.tsx'
import { AssessmentResults } from '../components/results/AssessmentResults.tsx'
import { Overview } from '../components/results/Overview.tsx'

const ID = /^[1-9]\d{0,9}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * /admin/assesment-results (spec 2 spells it so): all assessments, one of them or one attempt, by the
 * URL's query.
 */
export const ResultsPage = () => {
  const [searchParams] = useSearchParams()
  const attempt = searchParams.get('attempt') ?? ''
  const assessment = searchParams.get('assessment') ?? ''
  return (
    <>
      {UUID.test(attempt) ? (
        <AttemptView key={attempt} attemptId={attempt} />
      ) : ID.test(assessment) ? (
        <AssessmentResults key={assessment} assessmentId={Number(assessment)} />
      ) : (
        <Overview />
      )}
    </>
  )
}
