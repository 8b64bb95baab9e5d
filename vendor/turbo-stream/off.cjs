function refuse() {
  throw new Error("single fetch is off: remix.config.js, v3_singleFetch");
}

exports.encode = refuse;
exports.decode = refuse;
