function refuse() {
  throw new Error("single fetch is off: remix.config.js, v3_singleFetch");
}

export { refuse as decode, refuse as encode };
