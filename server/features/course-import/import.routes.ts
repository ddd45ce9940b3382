import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/course-import/course-import.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import * as packages from './packages.service.ts'
import * as questions from './question-files.service.ts'
import * as uploads from './uploads.ts'

export interface RouteContext {
  imports: packages.ImportContext
  addressFor: (scope: StaffScope, courseId: number) => Promise<ResponseInputOf<typeof contract.exportCourse>>
}

export const registerImportRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: RouteContext,
): void => {
  const { imports } = context
  mount(app, pipeline, contract.readQuestionFile, (_scope, { body }) => questions.read(body))
  mount(app, pipeline, contract.getQuestionTemplate, () => Promise.resolve(questions.template()))
  mount(app, pipeline, contract.writeQuestionFile, (_scope, { body }) =>
    Promise.resolve(questions.write(body)),
  )
  mount(app, pipeline, contract.beginPackage, (scope, { body }) =>
    uploads.begin(imports.dataDir, scope, body),
  )
  mount(app, pipeline, contract.getPackage, (scope, { params }) =>
    uploads.progress(imports.dataDir, scope, params.packageId),
  )
  mount(app, pipeline, contract.sendPackagePiece, (scope, { params, body }) =>
    uploads.append(imports.dataDir, scope, params.packageId, body),
  )
  mount(app, pipeline, contract.lookAtPackage, (scope, { params }) =>
    packages.inspect(imports, scope, params.packageId),
  )
  mount(app, pipeline, contract.importPackage, (scope, { params, body }) =>
    packages.importCourse(imports, scope, params.packageId, body.title),
  )
  mount(app, pipeline, contract.exportCourse, (scope, { params }) =>
    context.addressFor(scope, params.courseId),
  )
}
