import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/course-import.ts'
import { mount, type Border } from '#server/core/http/mount.ts'
import * as questions from './question-files.service.ts'

export const registerImportRoutes = (app: FastifyInstance, border: Border): void => {
  mount(app, border, contract.readQuestionFile, (_scope, { body }) => questions.read(body))
  mount(app, border, contract.getQuestionTemplate, () => Promise.resolve(questions.template()))
  mount(app, border, contract.writeQuestionFile, (_scope, { body }) => Promise.resolve(questions.write(body)))
}
