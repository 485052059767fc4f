/**
 * The embedded server's settings: durable first, then right for a small machine that it shares
 * with the service. They are given at every start, so that an old data folder gets them too.
 */

const durability = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

const memory = {
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  huge_pages: 'off',
  max_connections: '60',
};

/** Few, long checkpoints: each one makes every page's next change a whole page in the log. */
const writeAhead = {
  wal_buffers: '16MB',
  // A new segment is not filled with zeroes first: that held up every commit for 40 ms, once a
  // second under load. What is committed is flushed all the same.
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  max_wal_size: '4GB',
  wal_compression: 'off',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
};

/** Statements are short and by index; starting helpers or a compiler for them only costs. */
const planning = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
};

/** The queue's rows live for seconds: dead ones must go before they are waded through. */
const vacuum = {
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
};

/** Errors are logged without the statement, its values or the row: those hold people's texts. */
const logging = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Name to value, as `postgres -c name=value` takes them. */
export const embeddedSettings: Readonly<Record<string, string>> = {
  ...durability,
  ...memory,
  ...writeAhead,
  ...planning,
  ...vacuum,
  ...logging,
};
