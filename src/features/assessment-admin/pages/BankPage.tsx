import { useSearchParams } from 'react-router-dom'
import { AreaLinks } from '../components/AreaLinks.tsx'
import { BankList } from '../components/bank/BankList.tsx'
import { NewQuestion, OneQuestion } from '../components/bank/QuestionPages.tsx'
import { idOf } from '../model/bank-filters.ts'

/** /admin/question-bank: the list, one question (`?question=12`) or a new one (`?question=new`). */
export const BankPage = () => {
  const [address] = useSearchParams()
  const question = address.get('question')
  const id = idOf(question)
  return (
    <>
      <AreaLinks />
      {id !== null ? (
        <OneQuestion key={id} questionId={id} />
      ) : question === 'new' ? (
        <NewQuestion />
      ) : (
        <BankList />
      )}
    </>
  )
}
