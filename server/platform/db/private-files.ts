/** Restricts the embedded database's files, which hold everybody's addresses, to their owner. */
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { OWNER_ONLY } from '../private-folder.ts'

/** The attributes that a file can be given: Emscripten's own names. */
interface Attributes {
  mode?: number
}

/** The part of Emscripten's file system over Node's that this module changes. */
interface NodeOperations {
  node_ops: {
    setattr(node: unknown, attributes: Attributes): void
    mknod(parent: unknown, name: string, mode: number, device: number): unknown
  }
  stream_ops: { setattr(stream: unknown, attributes: Attributes): void }
}

/**
 * PGlite's files in a folder, closed to others. PGlite sets each file's mode to 0666 after creating
 * it, whatever the process's umask.
 */
export class PrivateFiles extends NodeFS {
  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const close = (module: object) => closeToOthers((module as { NODEFS: NodeOperations }).NODEFS)
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [close, ...(emscriptenOpts.preRun ?? [])] },
    }
  }
}

function closeToOthers({ node_ops, stream_ops }: NodeOperations): void {
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations
    operations.setattr = (target, attributes) => setattr(target, closed(attributes))
  }
  const { mknod } = node_ops
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNER_ONLY, device)
}

function closed(attributes: Attributes): Attributes {
  if (attributes.mode === undefined) return attributes
  return { ...attributes, mode: attributes.mode & OWNER_ONLY }
}
